/** Where the time goes between the closing trade and the event, seen by a client: the product knows nothing of it. */
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import pg from 'pg';
import { machineMs, readClosing } from './live-market.ts';

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;

/** One way from the trade to the event. */
type Way = { sent: number; heard: number; steps: [stage: string, at: number][] };

const STAGES = [
  ['transaction begun', /^begin; select set_config\('app\.workspace_id', '([0-9a-f-]{36})'/],
  ['event, alert, history', /^\s*with given as/],
  ['job', /pgboss\.job/],
  ['bars waited for, commit', /^commit$/],
] as const;
const SENT_LATER = 'sent to heard';
const TO_BAR = 'message to bar, rules';
const BARS = 'the bars of the moment (beside it)';

export function watchStages(placeOf: (workspaceId: string) => number | undefined) {
  const open = new Map<number, Way>();
  let messages = 0;
  const ways: Way[] = [];
  const bars: number[] = [];
  const pauses = new Map<string, number[]>();
  const client = pg.Client.prototype;
  const plain = client.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const placeOn = new WeakMap<pg.Client, number>();
  let isMeasured = false;

  const query = function (this: pg.Client, ...args: unknown[]): unknown {
    const [config] = args;
    const text = typeof config === 'string' ? config : ((config as { text?: string } | null)?.text ?? '');
    const stage = STAGES.find(([, pattern]) => pattern.test(text));
    const isBars = text.includes('into bars') || text.includes('into "bars"');
    const asked = machineMs();
    const result = plain.apply(this, args);
    if ((!stage && !isBars) || !(result instanceof Promise)) return result;
    const workspaceId = stage?.[1].exec(text)?.[1];
    const place = workspaceId === undefined ? placeOn.get(this) : placeOf(workspaceId);
    if (place !== undefined) placeOn.set(this, place);
    const way = place === undefined ? undefined : open.get(place);
    if (way?.steps.length === 0) way.steps.push([TO_BAR, asked]);
    const note = async (): Promise<void> => {
      await result;
      if (isBars && isMeasured) bars.push(machineMs() - asked);
      if (stage) way?.steps.push([stage[0], machineMs()]);
    };
    note().catch(() => undefined);
    return result;
  };
  client.query = query as typeof client.query;

  const collected = new PerformanceObserver((list) => {
    for (const entry of isMeasured ? list.getEntries() : []) {
      const { duration, detail } = entry as PerformanceEntry & { detail: { kind: number } };
      const kind = detail.kind === constants.NODE_PERFORMANCE_GC_MINOR ? 'young' : 'old';
      pauses.set(kind, [...(pauses.get(kind) ?? []), duration]);
    }
  });
  collected.observe({ entryTypes: ['gc'] });
  const delay = monitorEventLoopDelay({ resolution: 1 });

  return {
    /** A message as it is handed to the program. */
    heard: (text: string): void => {
      messages += 1;
      const closing = readClosing(text);
      if (closing) open.set(closing.place, { sent: closing.at, heard: machineMs(), steps: [] });
    },
    messages: (): number => messages,
    /** The event of a symbol stands. @returns how long it took since the trade was sent; null where no trade closed its bar */
    stands: (place: number): number | null => {
      const way = open.get(place);
      open.delete(place);
      if (!way) return null;
      if (isMeasured) ways.push(way);
      return machineMs() - way.sent;
    },
    begin: (): void => {
      isMeasured = true;
      delay.enable();
    },
    /** Puts everything back, and says what was seen. */
    end: (): string[] => {
      client.query = plain as typeof client.query;
      collected.disconnect();
      delay.disable();
      const spent = new Map<string, number[]>();
      const add = (stage: string, ms: number): void =>
        void spent.set(stage, [...(spent.get(stage) ?? []), ms]);
      for (const { sent, heard, steps } of ways) {
        add(SENT_LATER, heard - sent);
        let before = heard;
        for (const [stage, at] of steps) {
          add(stage, at - before);
          before = at;
        }
      }
      if (bars.length > 0) spent.set(BARS, bars);
      const cell = (value: number): string => value.toFixed(1).padStart(8);
      const order = [SENT_LATER, TO_BAR, ...STAGES.map(([name]) => name), BARS];
      const rows = order
        .flatMap((stage) => {
          const times = spent.get(stage);
          return times ? [[stage, times] as const] : [];
        })
        .map(
          ([stage, times]) =>
            `  ${stage.padEnd(36)}${cell(quantile(times, 0.5))}${cell(quantile(times, 0.95))}${cell(quantile(times, 0.99))}`,
        );
      const loop = [50, 95, 99].map((percent) => cell(Math.max(0, delay.percentile(percent) / 1e6 - 1)));
      return [
        `  ${''.padEnd(36)}  median     p95     p99   ms`,
        ...rows,
        `  ${'the program is busy otherwise'.padEnd(36)}${loop.join('')}`,
        ...[...pauses].map(
          ([kind, times]) =>
            `  ${`${times.length} collections of what is ${kind}`.padEnd(36)}${[0.5, 0.95, 0.99].map((q) => cell(quantile(times, q))).join('')}`,
        ),
      ];
    },
  };
}
