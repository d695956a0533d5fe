import { SPAN_ENDS_FIRST, type RuleReplay, type RuleReplayForm } from '#src/shared/rules/stored.ts';
import { formatNumber } from '#src/web/ui/format.ts';

/** Days in UTC as fields have them (2024-01-31), both included; empty: no end to that side. */
export type Span = { from: string; to: string };

/** What is wrong with a span, in a sentence. */
export const spanFault = ({ from, to }: Span): string | undefined =>
  from !== '' && to !== '' && to < from ? SPAN_ENDS_FIRST : undefined;

/** The moments that a replay is asked for. */
export const momentsOfSpan = ({ from, to }: Span): Pick<RuleReplayForm, 'from' | 'to'> => ({
  ...(from !== '' && { from: `${from}T00:00:00.000Z` }),
  ...(to !== '' && { to: `${to}T23:59:59.999Z` }),
});

const NAMED = 3;

/** What a backtest of a span left out, a sentence each. `begin`: its first bar, in words. */
export function unseenOf(
  { symbols, barsEach, items, alerts, truncated }: RuleReplay,
  begin: string,
): string[] {
  const cut = symbols.filter(({ isCut }) => isCut).map(({ symbol }) => symbol);
  const bars = formatNumber(barsEach);
  const said: string[] = [];
  if (cut.length > 0 && symbols.length === 1)
    said.push(
      `Only the last ${bars} bars of ${cut.join('')} were tested, from ${begin} on. Choose an earlier last day to test older ones.`,
    );
  else if (cut.length > 0)
    said.push(
      `Only the last ${bars} bars of ${cut.length > NAMED ? `${formatNumber(cut.length)} symbols` : cut.join(', ')} were tested. Choose an earlier last day to test older ones.`,
    );
  if (alerts > items.length) said.push(`Only the newest ${formatNumber(items.length)} alerts are listed.`);
  if (truncated && said.length === 0)
    said.push('Some smaller bars, or bars of other symbols, don’t go back that far.');
  return said;
}
