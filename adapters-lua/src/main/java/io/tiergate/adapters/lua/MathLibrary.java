package io.tiergate.adapters.lua;

import static org.luaj.vm2.LuaValue.varargsOf;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleUnaryOperator;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The table {@code math} of Lua 5.2, as far as an adapter could want it. */
final class MathLibrary {
    private final Operators operators;

    MathLibrary(Operators operators) {
        this.operators = operators;
    }

    void define(LuaTable math) {
        math.set("huge", LuaValue.valueOf(Double.POSITIVE_INFINITY));
        math.set("pi", LuaValue.valueOf(Math.PI));
        unary(math, "abs", Math::abs);
        unary(math, "ceil", Math::ceil);
        unary(math, "exp", Math::exp);
        unary(math, "floor", Math::floor);
        unary(math, "sqrt", Math::sqrt);
        Builtin.define(math, "fmod", args -> {
            Arguments a = new Arguments("fmod", args, operators);
            return LuaValue.valueOf(a.number(1).todouble() % a.number(2).todouble());
        });
        Builtin.define(math, "log", args -> log(new Arguments("log", args, operators)));
        Builtin.define(math, "max", args -> extreme(new Arguments("max", args, operators), false));
        Builtin.define(math, "min", args -> extreme(new Arguments("min", args, operators), true));
        Builtin.define(math, "modf", args -> modf(new Arguments("modf", args, operators)));
        Builtin.define(math, "pow", args -> {
            Arguments a = new Arguments("pow", args, operators);
            return LuaValue.valueOf(Math.pow(a.number(1).todouble(), a.number(2).todouble()));
        });
        Builtin.define(math, "random", args -> random(new Arguments("random", args, operators)));
    }

    private void unary(LuaTable math, String name, DoubleUnaryOperator function) {
        Builtin.define(
                math,
                name,
                args -> LuaValue.valueOf(function.applyAsDouble(
                        new Arguments(name, args, operators).number(1).todouble())));
    }

    private static LuaValue log(Arguments args) {
        double d = Math.log(args.number(1).todouble());
        return LuaValue.valueOf(args.count() > 1 ? d / Math.log(args.number(2).todouble()) : d);
    }

    private static LuaValue extreme(Arguments args, boolean least) {
        double extreme = args.number(1).todouble();
        for (int i = 2; i <= args.count(); i++) {
            double d = args.number(i).todouble();
            extreme = least ? Math.min(extreme, d) : Math.max(extreme, d);
        }
        return LuaValue.valueOf(extreme);
    }

    private static Varargs modf(Arguments args) {
        double d = args.number(1).todouble();
        double whole = d > 0 ? Math.floor(d) : Math.ceil(d);
        return varargsOf(LuaValue.valueOf(whole), LuaValue.valueOf(Double.isInfinite(d) ? 0 : d - whole));
    }

    /** A number that nobody should rely on: scripts use it for ids, never for secrets. */
    private static LuaValue random(Arguments args) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (args.count() == 0) {
            return LuaValue.valueOf(random.nextDouble());
        }
        int low = args.count() == 1 ? 1 : args.integer(1);
        int high = args.integer(args.count() == 1 ? 1 : 2);
        if (low > high) {
            throw args.bad(args.count(), "interval is empty");
        }
        return LuaValue.valueOf((double) random.nextLong(low, high + 1L));
    }
}
