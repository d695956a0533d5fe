import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type DocumentItem,
  type DocumentLink,
  LINK_DAYS,
  type NewLink,
} from '#src/shared/documents/documents.ts';
import { ResendButton } from '#src/web/auth/resend-button.tsx';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { linksQuery, makeLink, revokeLink } from '../queries.ts';

const OPTIONS = LINK_DAYS.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));

/** Links for people without an account: made, looked after, revoked. */
export function Links({ document, mayWrite }: { document: DocumentItem; mayWrite: boolean }) {
  const { data: links = [], error } = useQuery(linksQuery(document.id));
  // Asked anew: the address may have been confirmed in another tab a moment ago.
  const { data: me } = useQuery({ ...meQuery, staleTime: 0 });
  const known = me?.user.emailConfirmed === true;
  const [made, setMade] = useState<NewLink | null>(null);
  const shown = made && links.some(({ id }) => id === made.link.id) ? made : null;
  return (
    <section aria-labelledby="links">
      <h2 id="links" className="headline text-h4">
        Links
      </h2>
      <div className="mt-3 border-t border-line pt-3">
        {mayWrite && known ? <NewLinkForm id={document.id} onMade={setMade} /> : null}
        {mayWrite && me && !known ? <ConfirmFirst email={me.user.email} /> : null}
        {shown ? <Made path={shown.path} /> : null}
        {error && links.length === 0 ? (
          <p role="alert" className="mt-3 text-sm text-fault">
            {error.message}
          </p>
        ) : null}
        {links.length === 0 ? (
          <p className="mt-3 text-sm text-ink-2">No link opens this document.</p>
        ) : (
          <ul className="mt-4 border-t border-line">
            {links.map((link) => (
              <LinkLine key={link.id} id={document.id} link={link} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** What anybody can open is hosted for people whose address is known. */
function ConfirmFirst({ email }: { email: string }) {
  return (
    <>
      <p className="text-sm text-ink-2">
        Confirm your email address first. We ask for it before you can share links with people outside the
        workspace. Open the link that we emailed to{' '}
        <span className="font-medium wrap-anywhere text-ink">{email}</span>.
      </p>
      <p className="mt-3">
        <ResendButton email={email} size="sm" />
      </p>
    </>
  );
}

function NewLinkForm({ id, onMade }: { id: string; onMade: (made: NewLink) => void }) {
  const { run } = useActOn('documents');
  const refusal = useRefusal();
  const why = useId();
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { days: '7' },
    asksToLeave: false,
    check: ({ days }) => ({ data: Number(days) }),
    submit: async (days) => {
      if (refusal !== null) return;
      await run(async () => onMade(await makeLink(id, days)), { failure: 'The link wasn’t created' });
    },
  });
  return (
    <>
      <form noValidate className="flex items-end gap-2" onSubmit={onSubmit}>
        <div className="grow">
          <Select label="A link for" options={OPTIONS} {...field('days')} />
        </div>
        <Button
          type="submit"
          busy={busy}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : why}
        >
          Make link
        </Button>
      </form>
      <Refusal id={why} reason={refusal} />
    </>
  );
}

function Made({ path }: { path: string }) {
  const [copied, setCopied] = useState(false);
  const url = `${location.origin}${path}`;
  async function copy(): Promise<void> {
    if (await copyText(url, { copied: 'Link copied', failed: 'The link wasn’t copied' })) setCopied(true);
  }
  return (
    <div className="mt-4 border border-rule bg-raised p-3">
      <div className="flex items-center gap-2">
        <input
          readOnly
          aria-label="Address of the new link"
          value={url}
          onFocus={({ target }) => target.select()}
          className="figure h-9 min-w-0 grow rounded-sm border border-edge bg-paper px-2 text-xs pointer-coarse:h-11 pointer-coarse:text-[16px]"
        />
        <Button variant="primary" size="sm" onClick={() => void copy()}>
          {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          Copy
        </Button>
      </div>
      <p className="mt-2 text-sm text-ink-2">
        Copy it now: it won’t be shown again. Anyone with the link can read the document without an account.
      </p>
    </div>
  );
}

function LinkLine({ id, link, mayWrite }: { id: string; link: DocumentLink; mayWrite: boolean }) {
  const [asking, setAsking] = useState(false);
  const { busy, run } = useActOn('documents');
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-2.5 text-sm">
      <div className="min-w-0">
        <p>
          Ends <Time at={link.expiresAt} />
        </p>
        <p className="text-xs text-ink-2">
          {used(link)}
          {link.openedAt ? (
            <>
              , last <Time at={link.openedAt} />
            </>
          ) : null}
        </p>
        <p className="text-xs text-ink-3">
          by {link.createdBy}, <Time at={link.createdAt} />
        </p>
      </div>
      {mayWrite ? (
        <>
          <Button variant="quiet" size="sm" busy={busy} onClick={() => setAsking(true)}>
            Revoke
          </Button>
          <ConfirmDialog
            open={asking}
            title="Revoke this link?"
            text="It stops working for everyone who has it. You can’t undo this."
            confirmLabel="Revoke"
            onConfirm={() => void run(() => revokeLink(id, link.id), { failure: 'The link wasn’t revoked' })}
            onClose={() => setAsking(false)}
          />
        </>
      ) : null}
    </li>
  );
}

const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

function used({ opens, downloads }: DocumentLink): string {
  if (opens + downloads === 0) return 'Not opened yet';
  const opened = opens > 0 ? `Opened ${times(opens)}` : 'Never opened';
  return downloads > 0 ? `${opened}, downloaded ${times(downloads)}` : opened;
}
