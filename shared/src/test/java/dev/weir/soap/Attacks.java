package dev.weir.soap;

import dev.weir.problem.Problem;
import dev.weir.soap.message.SoapFault;
import java.util.ArrayList;
import java.util.List;

/** Builds messages of attackers, and collects them for {@link AttackTable}. */
final class Attacks {
    @FunctionalInterface
    interface Change {
        void apply(Forgery message) throws Exception;
    }

    private final List<Attack> attacks = new ArrayList<>();

    /** Adds an attack whose message is changed by {@code change} and then signed by a client. */
    Attacks before(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message = Forgery.ready(now);
            change.apply(message);
            return message.sign("client").sent();
        });
    }

    Attacks after(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message = Forgery.whole(now);
            change.apply(message);
            return message.sent();
        });
    }

    Attacks encrypted(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message =
                    Forgery.of("plusRequest", "" + Forgery.A, "" + Forgery.B).stamp(now);
            change.apply(message);
            return message.sign("client").sent();
        });
    }

    Attacks signed(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message = Forgery.ready(now);
            change.apply(message);
            return message.sent();
        });
    }

    Attacks made(int row, String name, SoapFault answer, Attack.Maker maker) {
        return made(row, name, new Expected.Unsigned(answer), maker);
    }

    Attacks made(int row, String name, Expected expected, Attack.Maker maker) {
        return made(row, name, false, expected, maker);
    }

    Attacks made(int row, String name, boolean transport, Expected expected, Attack.Maker maker) {
        attacks.add(new Attack(row, name, expected, transport, maker));
        return this;
    }

    Attacks malformed(int row, String name, Attack.Maker maker) {
        return made(row, name, new Expected.Refused(Problem.MALFORMED_MESSAGE), maker);
    }

    Attacks refused(int row, String name, Problem problem, Attack.Maker maker) {
        attacks.add(new Attack(row, name, new Expected.Refused(problem), true, maker));
        return this;
    }

    Attacks passed(int row, String name, Attack.Maker maker) {
        attacks.add(new Attack(row, name, new Expected.Result(Forgery.SUM), true, maker));
        return this;
    }

    List<Attack> list() {
        return List.copyOf(attacks);
    }
}
