import type { SuspectedSplit as Suspected } from '#src/shared/feeds.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { settleSplit } from './queries.ts';

const figure = (value: number): string => String(Number(value.toPrecision(6)));

/** "4 for 1 on 22 Jul 2022", "1 for 8 on 29 Apr 2020". */
const splitWords = ({ ratio, date }: { ratio: number; date: string }): string =>
  `${ratio >= 1 ? `${figure(ratio)} for 1` : `1 for ${figure(1 / ratio)}`} on ${barTime(date, '1d', 'UTC')}`;

/** Asks what a jump in an imported file was: one click confirms the split, another says that it is none. */
export function SuspectedSplit({ split }: { split: Suspected }) {
  const { busy, run } = useActOn('feeds');
  const mayWrite = useMay('feeds:write') === true;
  const words = splitWords(split);
  async function settle(isSplit: boolean): Promise<void> {
    const done = await run(() => settleSplit(split, isSplit), { failure: 'Nothing was changed' });
    if (done)
      toast({
        title: isSplit ? 'The split is confirmed' : 'The jump counts as a market move',
        description: `${split.symbol}, ${words}`,
      });
  }
  return (
    <Changes className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        Suspected split: <span className="figure">{words}</span>
      </span>
      {mayWrite ? (
        <>
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={`Confirm split of ${split.symbol}, ${words}`}
            onClick={() => void settle(true)}
          >
            Confirm Split
          </Button>
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={`Not a split of ${split.symbol}, ${words}`}
            onClick={() => void settle(false)}
          >
            Not a Split
          </Button>
        </>
      ) : null}
    </Changes>
  );
}
