/** How a parameter of a detector is asked for. A name that is not here is shown as words. */
const LABELS: Readonly<Record<string, string>> = {
  min_pct: 'At least, %',
  min_ratio: 'At least, times the average',
  window: 'Over how many bars',
  quiet: 'Quiet bars before',
  fast: 'Fast average, bars',
  slow: 'Slow average, bars',
  period: 'Period, bars',
};

export function paramLabel(name: string): string {
  const words = name.replace(/_pct$/, ', %').replaceAll('_', ' ');
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The id of a parameter's control. */
export const paramId = (detector: string, param: string): string => `try-${detector}-${param}`;
