import { connect, type LookupFunction, type Socket } from 'node:net';

/** A customer's mail server. */
export type SmtpServer = {
  host: string;
  port: number;
  /** From the first byte; by STARTTLS, which the server must offer; or not at all. */
  tls: 'implicit' | 'starttls' | 'none';
  /** Empty where the server asks for none. */
  user: string;
  password: string;
};

/** Opens the connection of a pool, in the shape the mail library asks for. */
export type ConnectTo = (
  options: { host?: string; port?: number; connectionTimeout?: number },
  done: (error: Error | null, opened?: { connection: Socket }) => void,
) => void;

/**
 * Opens connections to what a lookup of our own allows. Numeric addresses pass through it too, and what it returns is
 * what is connected to: a second answer of the name server changes nothing.
 */
export const connectThrough =
  (lookup: LookupFunction): ConnectTo =>
  ({ host = '', port = 25, connectionTimeout = 30_000 }, done) => {
    lookup(host, { all: false }, (error, address) => {
      if (error) return done(error);
      const socket = connect({ host: String(address), port, timeout: connectionTimeout });
      const fail = (reason: Error): void => {
        socket.destroy();
        done(reason);
      };
      const late = (): void => fail(new Error('The server did not answer in time.'));
      socket.once('error', fail);
      socket.once('timeout', late);
      socket.once('connect', () => {
        socket.off('error', fail);
        socket.off('timeout', late);
        socket.setTimeout(0);
        done(null, { connection: socket });
      });
    });
  };
