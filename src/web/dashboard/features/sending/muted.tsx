import { useQuery } from '@tanstack/react-query';
import type { Mute } from '#src/shared/mutes.ts';
import { MutedTag } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { mutesQuery } from '#src/web/dashboard/lib/mutes/queries.ts';
import { UnmuteButton } from '#src/web/dashboard/lib/mutes/unmute-button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';

const KIND: Record<Mute['kind'], string> = { rule: 'Rule', symbol: 'Symbol', brand: 'Brand' };

/** Everything that is muted, with the way to end it. */
export function Muted() {
  const { data, error, refetch } = useQuery(mutesQuery);
  return (
    <>
      <h2 className="headline mt-10 text-h3">Muted</h2>
      <p className="mt-2 max-w-text text-sm text-ink-2">
        Events are recorded, and nothing is sent. Mute a rule, a symbol or a brand on its page, or on the page
        of an alert.
      </p>
      {error && !data ? (
        <ErrorState title="Mutes couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <p className="mt-3 border-t border-rule py-4 text-sm text-ink-2">Nothing is muted.</p>
      ) : (
        <ul aria-label="Muted" className="mt-3 border-t border-rule">
          {data?.items.map((mute) => (
            <li
              key={mute.id}
              className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-4 text-sm"
            >
              <div className="min-w-0 grow basis-60">
                <p className="text-base font-medium wrap-anywhere">{mute.name}</p>
                <p className="mt-0.5 text-ink-2 wrap-anywhere">
                  {KIND[mute.kind]}. {mute.suspended ? 'Suspended' : 'Muted'} <Time at={mute.since} />
                  {mute.suspended ? `, about ${mute.suspended.about}` : ` by ${mute.by}`}
                  {mute.reason === null ? '' : `: ${mute.reason}`}
                </p>
              </div>
              <MutedTag mute={mute} />
              <UnmuteButton mute={mute} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
