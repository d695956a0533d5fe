import { useState } from 'react';
import type { SignupForm } from '#src/shared/signup-forms.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { changeForm, removeForm } from './queries.ts';

const copy = (text: string, what: string) =>
  copyText(text, { copied: `${what} copied`, failed: `${what} wasn’t copied` });

/** A form, its address, and the code for another site. */
export function FormRow({
  form,
  mayWrite,
  onEdit,
}: {
  form: SignupForm;
  mayWrite: boolean;
  onEdit: () => void;
}) {
  const { busy, run } = useActOn('contacts');
  const [asking, setAsking] = useState(false);
  return (
    <li className="border-b border-line py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold wrap-anywhere">
            {form.name} {form.closed ? <Badge>Closed</Badge> : null}
          </h2>
          <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
            {form.brand} · adds people to “{form.audience}”
          </p>
          <p className="mt-1 text-sm text-ink-2">
            <span className="figure">{form.confirmed}</span> confirmed and{' '}
            <span className="figure">{form.waiting}</span> unconfirmed in 30 days
          </p>
          <p className="mt-2 text-sm wrap-anywhere">
            <a href={form.url} target="_blank" rel="noreferrer" className="link">
              {form.url}
            </a>
          </p>
        </div>
        {mayWrite ? (
          <Changes className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onEdit}>
              Edit
            </Button>
            <Button
              size="sm"
              busy={busy}
              onClick={() =>
                void run(() => changeForm(form.id, { closed: !form.closed }), {
                  failure: 'The form wasn’t changed',
                })
              }
            >
              {form.closed ? 'Reopen' : 'Close'}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              Delete
            </Button>
          </Changes>
        ) : null}
      </div>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-2">
          Embed in your site
        </summary>
        <Code label="As a frame in your brand’s look" text={form.embed.frame} />
        <Code label="As plain HTML in your site’s own look" text={form.embed.html} />
      </details>
      <ConfirmDialog
        open={asking}
        title={`Delete “${form.name}”?`}
        text="Its page is gone. People who signed up stay, with their consents."
        confirmLabel="Delete form"
        onConfirm={() => void run(() => removeForm(form.id), { failure: 'The form wasn’t deleted' })}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{label}</h3>
        <Button size="sm" onClick={() => void copy(text, 'The code')}>
          Copy code
        </Button>
      </div>
      <pre className="figure mt-2 max-h-60 overflow-auto border border-line bg-raised p-3 text-xs break-all whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}
