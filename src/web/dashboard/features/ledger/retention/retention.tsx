import type { ReactNode } from 'react';
import { counted } from '#src/shared/plural.ts';
import type { LedgerKeeping } from '#src/shared/ledger-keeping.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Time } from '#src/web/ui/time.tsx';
import { PruneButton } from './prune-button.tsx';
import { YearsForm } from './years-form.tsx';

/** How long entries are kept, what is there, and what was deleted. Owners change it. */
export function Retention({ keeping }: { keeping: LedgerKeeping }) {
  const mayPrune = useMay('ledger:prune') === true;
  const { years, entries, oldest, pruned, operatorHold, holds } = keeping;
  const held = holds.filter(({ lifted }) => lifted === null).length;
  return (
    <section aria-labelledby="retention">
      <h2 id="retention" className="headline text-h3">
        Retention
      </h2>
      <dl className="mt-3 max-w-180 border-t border-rule text-sm">
        <Fact name="Kept">{years} years, then deleted once a day</Fact>
        <Fact name="Entries">
          {entries.toLocaleString('en-US')}
          {oldest === null ? null : (
            <>
              , the oldest of <Time at={oldest} exact />
            </>
          )}
        </Fact>
        <Fact name="Pruned">
          {pruned === null ? (
            'Nothing so far'
          ) : (
            <>
              Up to entry <span className="figure">{pruned.through}</span>, <Time at={pruned.at} exact />
            </>
          )}
        </Fact>
        <Fact name="Held">
          {operatorHold
            ? 'Everything, by the operator of this installation'
            : held === 0
              ? 'Nothing'
              : held === 1
                ? 'By a legal hold: what it covers, and everything after it'
                : `By ${counted(held, 'legal hold')}: what they cover, and everything after it`}
        </Fact>
        <Fact name="Recipients">
          Who got each alert is kept as long as the entries, then deleted month by month. Counts stay.
        </Fact>
      </dl>
      {mayPrune ? (
        <Changes says className="mt-5 grid max-w-180 gap-4">
          <YearsForm years={years} />
          <PruneButton years={years} />
        </Changes>
      ) : (
        <p className="mt-4 max-w-text text-sm text-ink-2">
          Owners set how long the ledger is kept, and prune it.
        </p>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-5 border-b border-line py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
