import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { PaymentProvider } from './provider.ts';

export type BillingDeps = {
  app: Database;
  clock: Clock;
  publicUrl: string;
  /** Null where no payments are taken: plans are then agreed on with sales. */
  provider: PaymentProvider | null;
  log: { warn: (context: object, message: string) => void };
};
