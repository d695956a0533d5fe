import type { events, instruments } from '#src/db/schema.ts';
import { type BrandRow, zoneOf } from '../content/look.ts';
import { type AlertInput, WriterError } from '../content/writer.ts';
import { verifyDetection } from '../events/verify-condition.ts';

/** What a market alert is written from. @throws WriterError where the event doesn't follow from its own bars */
export function marketInput(
  {
    event,
    brand,
  }: {
    event: Pick<
      typeof events.$inferSelect,
      'detector' | 'evidence' | 'value' | 'timeframe' | 'message' | 'barTs' | 'trialRunId' | 'createdAt'
    >;
    brand: BrandRow;
  },
  instrument: typeof instruments.$inferSelect,
): AlertInput {
  const { detector, evidence, value, timeframe, message } = event;
  if ('said' in evidence || value === null || timeframe === null)
    throw new WriterError('The evidence of the finding has no bars.');
  // What is stored is computed again from its own bars before a word is written about it.
  const verdict = verifyDetection({ detector, value, evidence });
  if (!verdict.ok)
    throw new WriterError(`The finding does not follow from the prices in its evidence: ${verdict.reason}`);
  return {
    brand,
    symbol: instrument.symbol,
    name: instrument.name,
    timeZone: zoneOf(brand, instrument.timeZone, timeframe),
    timeframe,
    detector,
    value,
    evidence,
    eventTime: event.barTs.getTime(),
    trial: event.trialRunId !== null,
    own: message && {
      message,
      exchange: instrument.exchange,
      currency: instrument.currency,
      spokeAt: event.createdAt.getTime(),
    },
    exchange: instrument.exchange,
    currency: instrument.currency,
    triggeredAt: event.createdAt.getTime(),
  };
}
