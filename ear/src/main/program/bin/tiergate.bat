@echo off
rem Runs Tiergate on Windows: the twin of the shell script `tiergate` beside it. See `tiergate help`, docs/operation.md.
setlocal EnableExtensions DisableDelayedExpansion
for %%I in ("%~dp0..") do set "program=%%~fI"
set "wlp=%program%\wlp"
set "server=%wlp%\usr\servers\tiergate"
set "application=%server%\apps\tiergate.ear"
set "command=%~1"
if "%command%"=="" set "command=help"
if /i "%command%"=="run" goto run
if /i "%command%"=="check" goto check
if /i "%command%"=="version" goto version
if /i "%command%"=="help" goto help
echo tiergate: there is no command '%command%'. 1>&2
call :usage 1>&2
exit /b 2

:run
call :need_java || exit /b 1
call :need_home || exit /b 1
call :checked || exit /b 1
for /f "usebackq eol=# tokens=1,* delims==" %%A in ("%server%\server.env") do if not defined %%A set "%%A=%%B"
set "WLP_USER_DIR=%wlp%\usr"
set "WLP_OUTPUT_DIR=%TIERGATE_HOME%\server"
set "LOG_DIR=%TIERGATE_HOME%\log"
set "X_LOG_DIR=%TIERGATE_HOME%\log"
call :home_secret
if defined HTTPS_PORT if defined HTTPS_KEYSTORE_PASSWORD set "keystore_password=%HTTPS_KEYSTORE_PASSWORD%"
if defined HTTPS_PORT if not defined HTTPS_KEYSTORE_PASSWORD set "keystore_password=%ltpa_keys_password%"
set "platform=java24.options"
if %JAVA_MAJOR% LSS 24 set "platform=java9.options"
"%JAVA_HOME%\bin\java.exe" -Djava.awt.headless=true -Djdk.attach.allowAttachSelf=true "@%wlp%\lib\platform\java\%platform%" "@%server%\jvm.options" %JVM_ARGS% -cp "%program%\bin\tiergate.jar;%wlp%\bin\tools\ws-server.jar" io.tiergate.program.Serve tiergate
exit /b %ERRORLEVEL%

:check
call :need_java || exit /b 1
call :need_home || exit /b 1
call :checked %2
exit /b %ERRORLEVEL%

:version
type "%program%\VERSION"
call :need_java || exit /b 1
echo Java %JAVA_MAJOR% at %JAVA_HOME%
exit /b 0

:help
call :usage
exit /b 0

:usage
echo Usage: tiergate COMMAND
echo   run            serve in the foreground until Ctrl-C ends it
echo   check [FILE]   read the configuration, or FILE as if it were it, and print every problem or a summary
echo   version        print the version of Tiergate and of the Java that it runs on
echo   help           print this
echo Variables, with their defaults:
echo   TIERGATE_HOME    folder of all files that it reads and writes (%program%\data)
echo   TIERGATE_CONFIG  another config.yaml (config.yaml in the home)
echo   HTTP_PORT        9080
echo   HTTPS_PORT       none: no HTTPS. Its certificate: HTTPS_KEYSTORE, a PKCS12 file, and HTTPS_KEYSTORE_PASSWORD
echo   BIND_ADDRESS     127.0.0.1; 0.0.0.0 for every network
echo   JVM_ARGS         more options for the JVM
exit /b 0

:checked
"%JAVA_HOME%\bin\java.exe" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -cp "%application%\scheduler-ejb.jar;%application%\lib\*" io.tiergate.scheduler.config.CheckCommand %*
exit /b %ERRORLEVEL%

:need_home
if not defined TIERGATE_HOME set "TIERGATE_HOME=%program%\data"
if not exist "%TIERGATE_HOME%\" mkdir "%TIERGATE_HOME%" 2>nul
if not exist "%TIERGATE_HOME%\" (
    echo tiergate: cannot write to its home %TIERGATE_HOME%: set TIERGATE_HOME to a folder that it may write to. 1>&2
    exit /b 1
)
for %%I in ("%TIERGATE_HOME%") do set "TIERGATE_HOME=%%~fI"
exit /b 0

rem A password that only this home knows, made at the first start.
:home_secret
if not exist "%TIERGATE_HOME%\server\" mkdir "%TIERGATE_HOME%\server"
if not exist "%TIERGATE_HOME%\server\secret" powershell -NoProfile -Command "$b = New-Object byte[] 24; [Security.Cryptography.RandomNumberGenerator]::Create().GetBytes($b); [IO.File]::WriteAllText($env:TIERGATE_HOME + '\server\secret', -join ($b | ForEach-Object { $_.ToString('x2') }))"
set /p ltpa_keys_password=<"%TIERGATE_HOME%\server\secret"
exit /b 0

rem A JDK or JRE of 21 or newer: in JAVA_HOME, on the path, then in the usual places.
:need_java
if defined JAVA_HOME call :take_java "%JAVA_HOME%" && exit /b 0
for /f "delims=" %%J in ('where java 2^>nul') do for %%H in ("%%~dpJ..") do call :take_java "%%~fH" && exit /b 0
for %%P in ("%ProgramFiles%\Java" "%ProgramFiles%\Eclipse Adoptium" "%ProgramFiles%\Microsoft" "%ProgramFiles%\Zulu" "%ProgramFiles%\Amazon Corretto" "%ProgramFiles%\BellSoft" "%ProgramFiles%\Semeru" "%USERPROFILE%\.jdks") do (
    for /d %%H in ("%%~P\*") do call :take_java "%%~fH" && exit /b 0
)
echo tiergate: needs a JDK or JRE of version 21 or newer, and there is none in JAVA_HOME, on the path or in the usual places: install one, or set JAVA_HOME to it. 1>&2
exit /b 1

:take_java
if not exist "%~1\bin\java.exe" exit /b 1
set "major="
if exist "%~1\release" for /f "usebackq tokens=2 delims==." %%V in (`findstr /b "JAVA_VERSION=" "%~1\release"`) do set "major=%%~V"
if not defined major exit /b 1
set "major=%major:"=%"
if %major% LSS 21 exit /b 1
set "JAVA_HOME=%~1"
set "JAVA_MAJOR=%major%"
exit /b 0
