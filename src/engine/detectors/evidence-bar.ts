import type { Bar, Evidence, EvidenceBar } from '#src/shared/market.ts';

/** The bar as evidence keeps it: ISO time in UTC and the source's own figures. */
export const evidenceBar = (bar: Bar): EvidenceBar => ({ time: new Date(bar.ts).toISOString(), ...bar.text });

/** What evidence says of a bar that is not closed. */
export const untilOf = ({ until }: Bar): Pick<Evidence, 'until'> =>
  until === undefined ? {} : { until: new Date(until).toISOString() };

const positive = (text: string): number | null => {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && number > 0 ? number : null;
};

/** The bar back from evidence, or null where a price is not a positive figure, the volume not a figure, or the time not a time. */
export const barOfEvidence = ({ time, ...text }: EvidenceBar): Bar | null => {
  const ts = Date.parse(time);
  const open = positive(text.open);
  const high = positive(text.high);
  const low = positive(text.low);
  const close = positive(text.close);
  const volume = text.volume === null ? null : Number(text.volume);
  if (Number.isNaN(ts) || open === null || high === null || low === null || close === null) return null;
  if (volume !== null && !(Number.isFinite(volume) && volume >= 0)) return null;
  return { ts, open, high, low, close, volume, text };
};
