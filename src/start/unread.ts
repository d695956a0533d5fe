import type { IncomingMessage } from 'node:http';

/** A sender that is slower or sends more is cut off. */
type UnreadLimits = { bytes: number; ms: number };
const LIMITS: UnreadLimits = { bytes: 32 * 1024 * 1024, ms: 20_000 };

/**
 * Takes what is still coming of a request whose answer is known, and throws it away: most clients read the answer only
 * when they have sent everything, and a connection that is closed before loses it. Nobody reads the body after this.
 * @returns whether the body has ended; false beyond the limits
 */
export function takeUnread(
  incoming: IncomingMessage,
  { bytes, ms }: UnreadLimits = LIMITS,
): Promise<boolean> {
  if (incoming.readableEnded || incoming.destroyed) return Promise.resolve(incoming.readableEnded);
  // Those who were reading have their answer and take no more.
  incoming.removeAllListeners('data');
  return new Promise((resolve) => {
    let count = 0;
    const end = (ended: boolean): void => {
      clearTimeout(timer);
      incoming.off('data', take).off('end', whole).off('close', gone);
      resolve(ended);
    };
    const take = (chunk: Buffer): void => {
      count += chunk.length;
      if (count > bytes) end(false);
    };
    const whole = (): void => end(true);
    const gone = (): void => end(false);
    const timer = setTimeout(() => end(false), ms);
    incoming.on('data', take).once('end', whole).once('close', gone);
    incoming.resume();
  });
}
