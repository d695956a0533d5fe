const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So many alerts per hour, day or week. */
type AlertRate = { alerts: number; per: 'hour' | 'day' | 'week' };

/**
 * The rate over a span (ms), in a unit that the span holds: per week only where a week or more was seen, per day from a
 * day on, else per hour. Null for no span. Three significant digits.
 */
export const alertRate = (alerts: number, spanMs: number): AlertRate | null => {
  if (!(spanMs > 0) || !Number.isFinite(spanMs)) return null;
  const [per, unit] =
    spanMs >= 7 * DAY_MS
      ? (['week', 7 * DAY_MS] as const)
      : spanMs >= DAY_MS
        ? (['day', DAY_MS] as const)
        : (['hour', HOUR_MS] as const);
  return { alerts: Number(((alerts * unit) / spanMs).toPrecision(3)), per };
};

/**
 * How many alerts a rule makes on a day: on the busiest that was seen, or where less than a day was, as many as the
 * rate comes to.
 */
export const alertsInADay = (rate: AlertRate | null, busiestDay: number): number =>
  rate?.per === 'hour' ? Math.max(busiestDay, Math.round(rate.alerts * 24)) : busiestDay;
