import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sample, Samples } from '#src/shared/samples.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { CheckRow } from './check-row.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import { ReviewNav } from './review-nav.tsx';
import { samplesQuery } from './samples.ts';

type State = 'waiting' | 'judged';

/** Alerts that a policy approved and that a person looks at afterwards. */
export function Checks() {
  usePageTitle('Review: checks');
  const [state, setState] = useState<State>('waiting');
  const { data, error, refetch } = useQuery(samplesQuery(state));
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-5">
        <div>
          <h1 className="headline text-h2">Review</h1>
          <p className="mt-1 max-w-text text-sm text-ink-2">
            A share of the alerts that policies sent without a review. What you find goes on the ledger under
            your name.
          </p>
        </div>
        <ReviewNav at="checks" />
      </header>
      <div className="max-w-90 pb-4">
        <RadioGroup
          legend="Show"
          name="checks"
          value={state}
          options={[
            { value: 'waiting', label: 'To check' },
            { value: 'judged', label: 'Checked' },
          ]}
          onChange={(value) => setState(value === 'judged' ? 'judged' : 'waiting')}
        />
      </div>
      {data ? (
        <>
          {data.items.length > 0 ? (
            <ul
              aria-label={state === 'waiting' ? 'Alerts to check' : 'Checked alerts'}
              className="border-t border-rule"
            >
              {data.items.map((sample: Sample) => (
                <CheckRow key={sample.alertId} sample={sample} />
              ))}
            </ul>
          ) : (
            <EmptyState
              heading="h2"
              title={state === 'waiting' ? 'Nothing to check' : 'Nothing checked yet'}
              text="Set a share under “Checks afterwards” in an approval policy of your own. Alerts that it sends without a review are then drawn for this list."
            />
          )}
          <ByPolicy policies={data.policies} />
        </>
      ) : error ? (
        <ErrorState
          heading="h2"
          title="The checks couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <InboxSkeleton />
      )}
    </>
  );
}

function ByPolicy({ policies }: Pick<Samples, 'policies'>) {
  if (policies.length === 0) return null;
  const counts = ({ sampled, waiting, findings }: Samples['policies'][number]): string =>
    [
      `${sampled.toLocaleString('en-US')} drawn`,
      `${waiting.toLocaleString('en-US')} to check`,
      `${findings.toLocaleString('en-US')} ${findings === 1 ? 'finding' : 'findings'}`,
    ].join(' · ');
  return (
    <section aria-labelledby="by-policy" className="mt-10">
      <h2 id="by-policy" className="headline text-h4">
        By policy
      </h2>
      <dl className="mt-3 border-t border-rule">
        {policies.map((policy) => (
          <div
            key={policy.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3 text-sm"
          >
            <dt className="min-w-0 font-medium wrap-anywhere">
              {policy.name}
              <span className="font-normal text-ink-2">
                {policy.share === null ? ' · draws none now' : ` · ${policy.share}%`}
              </span>
            </dt>
            <dd className="figure text-ink-2">{counts(policy)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
