import { type Logger, pino } from 'pino';
import { loggable } from './loggable.ts';

export type { Logger };

/**
 * Structured logs on stderr, one JSON object per line. Only what is named is logged; headers, bodies and queries
 * are not, and what might hold a secret all the same is cut.
 */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
        censor: '[cut]',
      },
      serializers: { err: (error: unknown) => (error instanceof Error ? loggable(error) : error) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
