const STEPS = [
  { below: 3_600_000, big: 60_000, bigUnit: 'min', small: 1000, smallUnit: 's' },
  { below: 86_400_000, big: 3_600_000, bigUnit: 'h', small: 60_000, smallUnit: 'min' },
  { below: Number.POSITIVE_INFINITY, big: 86_400_000, bigUnit: 'd', small: 3_600_000, smallUnit: 'h' },
] as const;

/** A length of time in ms with two steps of precision: `0.8 s`, `4 min 12 s`, `3 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 50) return 'under 0.1 s';
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const rounded = STEPS.map((step) => ({ ...step, ms: Math.round(ms / step.small) * step.small }));
  const step = rounded.find((each) => each.ms < each.below) ?? rounded[2];
  if (!step) return '';
  const rest = Math.round((step.ms % step.big) / step.small);
  return `${Math.floor(step.ms / step.big)} ${step.bigUnit}${rest === 0 ? '' : ` ${rest} ${step.smallUnit}`}`;
}
