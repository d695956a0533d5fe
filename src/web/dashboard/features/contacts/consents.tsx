import type { UseQueryResult } from '@tanstack/react-query';
import type { ContactConsents } from '#src/shared/contacts.ts';
import { isTopic, TOPICS } from '#src/shared/topics.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { consentSource } from './words.ts';

/** What a contact agreed to and took back, and what it doesn't get now. */
export function Consents({ query: { data, error, refetch } }: { query: UseQueryResult<ContactConsents> }) {
  return (
    <section aria-labelledby="consent" className="mt-10">
      <h2 id="consent" className="headline pb-3 text-h3">
        Consent
      </h2>
      {data ? (
        <Known consents={data} />
      ) : error ? (
        <ErrorState title="Consents couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
      ) : null}
    </section>
  );
}

type Brand = { name: string } | null;

function Known({ consents: { items, unsubscribed } }: { consents: ContactConsents }) {
  const titleOf = useChannelTitle();
  const what = (brand: Brand, channel: string | null) =>
    [brand ? brand.name : 'Every brand', channel === null ? 'every channel' : titleOf(channel)].join(', ');
  return (
    <>
      {unsubscribed.length > 0 ? (
        <div className="border-t border-rule py-3 text-sm">
          <p className="font-medium">Unsubscribed from</p>
          <ul className="mt-1 text-ink-2">
            {unsubscribed.map(({ id, brand, channel, topic, source, at }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6">
                <span className="min-w-0 wrap-anywhere">
                  {topic === null ? '' : `${isTopic(topic) ? TOPICS[topic].label : topic}: `}
                  {what(brand, channel)}
                </span>
                <span>
                  {consentSource(source)}, <Time at={at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {items.length === 0 ? (
        <p className="border-t border-rule pt-4 text-sm text-ink-2">
          No consent is on record. Record one with Edit, or let the person sign up by a form.
        </p>
      ) : (
        <ol aria-labelledby="consent" className="border-t border-rule">
          {items.map(({ id, kind, brand, channel, source, wording, ip, at }) => (
            <li key={id} className="border-b border-line py-3 text-sm">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <span className="min-w-0 font-medium wrap-anywhere">
                  {kind === 'given'
                    ? 'Agreed'
                    : source === 'import_undone'
                      ? 'Consent withdrawn'
                      : 'Took consent back'}
                  : {what(brand, channel)}
                </span>
                <span className="text-ink-2">
                  <Time at={at} />
                </span>
              </p>
              {wording === '' ? null : <p className="mt-0.5 max-w-text wrap-anywhere">“{wording}”</p>}
              <p className="mt-0.5 text-ink-2">
                {consentSource(source)}
                {ip === null ? null : (
                  <>
                    {' '}
                    · IP address <span className="figure">{ip}</span>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
