package dev.weir.soap;

import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** A part of the table in the making. */
final class Attacks {
    /** What an attacker does to a message. */
    @FunctionalInterface
    interface Change {
        void apply(Forgery message) throws Exception;
    }

    private final List<Attack> attacks = new ArrayList<>();

    /** A message that a client signs after it was changed. */
    Attacks before(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message = Forgery.ready(now);
            change.apply(message);
            return message.sign("client").sent();
        });
    }

    /** A message that is changed after a client has signed it. */
    Attacks after(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message = Forgery.whole(now);
            change.apply(message);
            return message.sent();
        });
    }

    /** A message that is encrypted otherwise, and then signed by a client. */
    Attacks encrypted(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message =
                    Forgery.of("plusRequest", "" + Forgery.A, "" + Forgery.B).stamp(now);
            change.apply(message);
            return message.sign("client").sent();
        });
    }

    /** A message that somebody signs, in some way. */
    Attacks signed(int row, String name, SoapFault answer, Change change) {
        return made(row, name, answer, now -> {
            Forgery message = Forgery.ready(now);
            change.apply(message);
            return message.sent();
        });
    }

    /** A message, answered with an unsigned fault. */
    Attacks made(int row, String name, SoapFault answer, Attack.Maker maker) {
        return made(row, name, new Expected.Unsigned(answer), maker);
    }

    Attacks made(int row, String name, Expected expected, Attack.Maker maker) {
        return made(row, name, false, expected, maker);
    }

    /** @param transport whether only a transport can show it */
    Attacks made(int row, String name, boolean transport, Expected expected, Attack.Maker maker) {
        attacks.add(new Attack(row, name, expected, transport, maker));
        return this;
    }

    /** What is no message, by whatever way it comes. */
    Attacks malformed(int row, String name, Attack.Maker maker) {
        return made(row, name, new Expected.Refused(Problem.MALFORMED_MESSAGE), maker);
    }

    /** What a transport refuses. */
    Attacks refused(int row, String name, Problem problem, Attack.Maker maker) {
        attacks.add(new Attack(row, name, new Expected.Refused(problem), true, maker));
        return this;
    }

    /** What a transport lets pass. */
    Attacks passed(int row, String name, Attack.Maker maker) {
        attacks.add(new Attack(row, name, new Expected.Result(Forgery.SUM), true, maker));
        return this;
    }

    List<Attack> list() {
        return List.copyOf(attacks);
    }
}
