import { type DnsRecord, type SendingDomain, UNALIGNED_MAX } from '#src/shared/senders.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { checkDomain } from './queries.ts';
import { WarmUpOf } from './warm-up.tsx';

const NAMES: Record<DnsRecord['record'], string> = {
  dkim: 'DKIM',
  spf: 'SPF',
  dmarc: 'DMARC',
  returnPath: 'Return-Path',
};

/** The DNS records of a domain: what to enter, and what was found. */
export function Domain({
  domain,
  reaches,
  mayWrite,
}: {
  domain: SendingDomain;
  reaches: number | null;
  mayWrite: boolean;
}) {
  const { busy, run } = useActOn('channels');
  async function check(): Promise<void> {
    const done = await run(() => checkDomain(domain.id), { failure: 'The DNS wasn’t checked' });
    if (!done) return;
    toast(
      done.done.aligned && done.done.limitedFrom === null
        ? { title: `${domain.domain} is ready` }
        : {
            title: 'Some records are missing',
            description: 'New records can take an hour to be seen everywhere.',
          },
    );
  }
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="font-medium">
          DNS records of <span className="figure">{domain.domain}</span>
        </p>
        <span className="flex flex-wrap items-center gap-x-4">
          {domain.checkedAt ? (
            <span className="text-xs text-ink-2">
              Checked <Time at={domain.checkedAt} />
            </span>
          ) : null}
          {mayWrite ? (
            <Button
              size="sm"
              busy={busy}
              aria-label={`Check the records of ${domain.domain}`}
              onClick={() => void check()}
            >
              Check now
            </Button>
          ) : null}
        </span>
      </div>
      {reaches === null ? null : (
        <p className="mt-1 max-w-text text-ink-2">
          Until SPF, DKIM and DMARC are found, a message of this brand may reach members and {reaches} other
          people.
        </p>
      )}
      {domain.limitedFrom !== null && reaches === null ? (
        <p className="mt-1 max-w-text text-fault">
          Records are missing. Restore them by <Time at={domain.limitedFrom} />: from then on, a message of
          this brand may reach members and {UNALIGNED_MAX} other people.
        </p>
      ) : null}
      <WarmUpOf domain={domain} />
      <ul aria-label={`DNS records of ${domain.domain}`} className="mt-2 border-t border-line">
        {domain.records.map((record) => (
          <Record key={record.record} record={record} />
        ))}
      </ul>
    </div>
  );
}

function Record({ record: { record, type, host, value, found } }: { record: DnsRecord }) {
  const name = NAMES[record];
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <span className="grid content-start gap-1">
        <span className="font-medium">{name}</span>
        {found === null ? (
          <StatusTag tone="waiting" label="Not checked" />
        ) : found ? (
          <StatusTag tone="done" label="Found" />
        ) : (
          <StatusTag tone="fault" label="Not found" />
        )}
      </span>
      <span className="figure min-w-0 text-xs">
        <span className="block wrap-anywhere text-ink-2">
          {type} {host}
        </span>
        <span className="mt-1 block wrap-anywhere">{value}</span>
      </span>
      {type === 'TXT' ? (
        <Button
          size="sm"
          variant="quiet"
          className="self-start"
          aria-label={`Copy the ${name} record`}
          onClick={() => void copyText(value, { copied: `${name} copied`, failed: `${name} wasn’t copied` })}
        >
          Copy
        </Button>
      ) : null}
    </li>
  );
}
