import type { ServerConnection, Together } from "./server-connection";

/** Who asks the same in one turn of the event loop, at most: the last of them waits for all others' answers. */
const MOST = 8;
/** The same while there is no other connection to be had. */
const MOST_WITHOUT_ANOTHER = 32;

type Lender = { borrow(): ServerConnection | null; giveBack(connection: ServerConnection): void };

/** A connection that is lent to several at once. */
class Loan implements Together {
  /** Whether more may come, who ask before anything is sent. */
  isOpen = true;
  asked = 0;
  private waiting = 0;

  constructor(
    readonly connection: ServerConnection,
    private readonly lender: Lender,
  ) {}

  add(): this {
    this.asked++;
    this.waiting++;
    return this;
  }

  close(): void {
    this.isOpen = false;
    this.giveBackAtEnd();
  }

  settle(): void {
    this.waiting--;
    this.giveBackAtEnd();
  }

  private giveBackAtEnd(): void {
    if (!this.isOpen && this.waiting === 0) this.lender.giveBack(this.connection);
  }
}

/**
 * Has those who ask the same statement in one turn of the event loop ask it of one connection, one behind the other: the
 * driver sends them in one piece, and the server's process is woken once for all. Statements of one text take about as long
 * as one another, so that nobody waits behind something longer.
 */
export class Sharing {
  private readonly loans = new Map<string, Loan>();

  constructor(private readonly lender: Lender) {}

  /** A connection for one more who asks this; null where there is none to be had at once. */
  join(text: string): Loan | null {
    const known = this.loans.get(text);
    if (known && known.asked < MOST) return known.add();
    const connection = this.lender.borrow();
    if (!connection) return known && known.asked < MOST_WITHOUT_ANOTHER ? known.add() : null;
    if (this.loans.size === 0) setImmediate(closeAll, this);
    known?.close();
    const loan = new Loan(connection, this.lender);
    this.loans.set(text, loan);
    return loan.add();
  }

  /** At the end of a turn. */
  close(): void {
    const loans = [...this.loans.values()];
    this.loans.clear();
    for (const loan of loans) loan.close();
  }
}

const closeAll = (sharing: Sharing): void => sharing.close();
