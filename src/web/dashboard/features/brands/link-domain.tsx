import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Brand } from '#src/shared/brands.ts';
import {
  type CertificateState,
  type LinkHost,
  type LinkHostCertificate,
  type LinkHostRecord,
  normalHost,
} from '#src/shared/link-hosts.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag, type StatusTone } from '#src/web/ui/status-tag.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { checkLinkHost, linkHostQuery, removeLinkHost, setLinkHost } from './queries.ts';
import { Section } from './section.tsx';

/** The domain that a saved brand's links are on. It has its own buttons: nothing of it waits for the form. */
export function LinkDomain({ brand }: { brand: Brand }) {
  const { data, error, refetch } = useQuery(linkHostQuery(brand.id));
  return (
    <Section
      id="links"
      title="Link domain"
      text="Links in emails, hosted pages and feeds can be on a domain of yours. Nothing there names us."
    >
      {error && !data ? (
        <ErrorState
          heading="h3"
          title="The link domain couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-11 w-full" />
      ) : (
        <Changes>
          {data.domain ? <Domain brand={brand} domain={data.domain} /> : <NewDomain brand={brand} />}
        </Changes>
      )}
    </Section>
  );
}

function NewDomain({ brand }: { brand: Brand }) {
  const { busy, run } = useActOn('account');
  const [host, setHost] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  async function add(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const name = normalHost(host);
    if (name === null) {
      setProblem('Enter a domain like alerts.example.com, without a path or a port.');
      return;
    }
    await run(() => setLinkHost(brand.id, name), { onRefused: ({ message }) => setProblem(message) });
  }
  return (
    <form noValidate aria-label="Link domain" className="grid gap-4" onSubmit={(event) => void add(event)}>
      <TextField
        label="Domain"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="alerts.example.com"
        hint="A subdomain that nothing else uses."
        value={host}
        {...(problem === null ? {} : { error: problem })}
        onChange={({ currentTarget: { value } }) => {
          setHost(value);
          setProblem(null);
        }}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        Add domain
      </Button>
    </form>
  );
}

const STATES: Readonly<Record<LinkHost['state'], { tone: StatusTone; label: string; says: string }>> = {
  waiting: {
    tone: 'waiting',
    label: 'Waiting',
    says: 'Add both records at your DNS provider, then check. Until then, links stay on our address.',
  },
  verified: { tone: 'done', label: 'Verified', says: 'Links are on this domain. We check it once a day.' },
  lost: {
    tone: 'fault',
    label: 'Records missing',
    says: 'The records are gone, so links are on our address again. Add them, then check.',
  },
};

function Domain({ brand, domain }: { brand: Brand; domain: LinkHost }) {
  const { busy, run } = useActOn('account');
  const [isAsked, setAsked] = useState(false);
  const { host, state, checkedAt, inUse, records, certificate } = domain;
  const { tone, label, says } = STATES[state];
  async function check(): Promise<void> {
    const done = await run(() => checkLinkHost(brand.id), { failure: 'The DNS wasn’t checked' });
    if (!done) return;
    toast(
      done.done.domain?.state === 'verified'
        ? { title: `${host} is verified` }
        : {
            title: 'Some records are missing',
            description: 'New records can take an hour to be seen everywhere.',
          },
    );
  }
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 font-medium">
          <span className="figure wrap-anywhere">{host}</span>
          <span className="text-sm font-normal">
            <StatusTag tone={tone} label={label} />
          </span>
        </p>
        <span className="flex flex-wrap gap-3">
          <Button
            size="sm"
            busy={busy}
            aria-label={`Check now: the records of ${host}`}
            onClick={() => void check()}
          >
            Check now
          </Button>
          <Button size="sm" variant="quiet" aria-label={`Remove ${host}`} onClick={() => setAsked(true)}>
            Remove
          </Button>
        </span>
      </div>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        {state === 'verified' && !inUse
          ? 'Your plan doesn’t include your own domain, or we haven’t reached its DNS for days. New links are on our address.'
          : says}
        {checkedAt ? (
          <>
            {' '}
            Checked <Time at={checkedAt} />.
          </>
        ) : null}
      </p>
      <ul aria-label={`DNS records of ${host}`} className="mt-3 border-t border-line">
        {records.map((record) => (
          <Record key={record.record} record={record} />
        ))}
      </ul>
      {state === 'verified' ? <Certificate certificate={certificate} /> : null}
      <ConfirmDialog
        open={isAsked}
        title={`Remove ${host}?`}
        text="Links that were sent with this domain may stop working, also those to unsubscribe."
        confirmLabel="Remove domain"
        onConfirm={() => void run(() => removeLinkHost(brand.id), { failure: 'The domain wasn’t removed' })}
        onClose={() => setAsked(false)}
      />
    </div>
  );
}

const CERTIFICATES: Readonly<Record<CertificateState, { tone: StatusTone; label: string; says: string }>> = {
  issued: { tone: 'done', label: 'Issued', says: 'It’s renewed automatically.' },
  renewal_late: {
    tone: 'fault',
    label: 'Renewal is late',
    says: 'Check that no CAA record of your domain excludes the certificate authority.',
  },
  missing: {
    tone: 'waiting',
    label: 'Not issued yet',
    says: 'The first one takes a few minutes. If it takes longer, check that no CAA record of your domain excludes the certificate authority.',
  },
  wrong_name: {
    tone: 'fault',
    label: 'For another domain',
    says: 'The server there shows a certificate of other names. Put no proxy of your own in front of the domain.',
  },
  untrusted: {
    tone: 'fault',
    label: 'Not trusted',
    says: 'Browsers don’t know who issued it. Put no proxy of your own in front of the domain.',
  },
  expired: {
    tone: 'fault',
    label: 'Expired',
    says: 'Browsers warn your readers. Check that no CAA record of your domain excludes the certificate authority.',
  },
  unreachable: {
    tone: 'unsure',
    label: 'No answer',
    says: 'Nothing answered at port 443 of the domain. We try again every ten minutes.',
  },
};

/** What browsers see of a verified domain. */
function Certificate({ certificate }: { certificate: LinkHostCertificate | null }) {
  const { tone, label, says } = certificate
    ? CERTIFICATES[certificate.state]
    : { tone: 'active' as const, label: 'Being requested', says: 'The first one takes a few minutes.' };
  return (
    <div className="grid gap-x-6 gap-y-1 border-b border-line py-3 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]">
      <h4 className="font-medium">Certificate</h4>
      <div className="grid gap-1">
        <StatusTag tone={tone} label={label} />
        <p className="max-w-text text-ink-2">
          {certificate?.until ? (
            <>
              {Date.parse(certificate.until) < Date.parse(certificate.checkedAt) ? 'Ended ' : 'Valid until '}
              <Time at={certificate.until} exact />
              {certificate.issuer ? `, issued by ${certificate.issuer}` : ''}.{' '}
            </>
          ) : null}
          {says}
          {certificate ? (
            <>
              {' '}
              Seen <Time at={certificate.checkedAt} />.
            </>
          ) : null}
        </p>
      </div>
    </div>
  );
}

const NAMES: Readonly<Record<LinkHostRecord['record'], string>> = { owner: 'Ownership', target: 'Target' };

function Record({ record: { record, type, host, value, found } }: { record: LinkHostRecord }) {
  const name = NAMES[record];
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <span className="grid content-start gap-1 text-sm">
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
      <Button
        size="sm"
        variant="quiet"
        className="-ml-3 justify-self-start sm:ml-0"
        aria-label={`Copy the ${name.toLowerCase()} record`}
        onClick={() => void copyText(value, { copied: 'Record copied', failed: 'The record wasn’t copied' })}
      >
        Copy
      </Button>
    </li>
  );
}
