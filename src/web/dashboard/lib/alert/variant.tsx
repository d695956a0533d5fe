import { useState } from 'react';
import type { AlertVariant } from '#src/shared/alert-list.ts';
import type { Preflight } from '#src/shared/content/preflight.ts';
import { MailFrame } from '#src/web/dashboard/lib/mail-frame.tsx';
import { MessagePreview } from '#src/web/dashboard/lib/message-preview.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Switch } from './switch.tsx';

/** What one channel sends, and whether it fits there. */
export function Variant({ variant }: { variant: AlertVariant }) {
  const [as, setAs] = useState(0);
  const { subject, html, preflight } = variant;
  const hasHead = subject !== '' || html !== '';
  return (
    <>
      {preflight ? <Fit preflight={preflight} /> : null}
      {hasHead ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-b-0 border-line bg-raised px-4 py-2.5 text-sm">
          <p className="min-w-0">
            <span className="text-ink-3">Subject </span>
            {subject}
          </p>
          {html === '' ? null : (
            <Switch label="Show" options={['HTML', 'Text']} chosen={as} onChange={setAs} />
          )}
        </div>
      ) : (
        <div className="mt-3" />
      )}
      {as === 0 && html !== '' ? (
        <MailFrame title="The message as sent" html={html} />
      ) : html === '' ? (
        <MessagePreview
          label="The message as sent"
          text={variant.text}
          pictures={variant.pictures.map(({ path, alt }) => ({ src: path, alt }))}
          isCaption={variant.isCaption}
        />
      ) : (
        <div className="figure border border-line bg-raised px-4 py-4 text-sm break-words whitespace-pre-wrap">
          {variant.text}
        </div>
      )}
    </>
  );
}

/** Whether the channel will take it as it is. */
function Fit({ preflight: { fits, parts } }: { preflight: Preflight }) {
  if (parts.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <StatusTag tone={fits ? 'done' : 'fault'} label={fits ? 'Fits' : 'Doesn’t fit'} />
      {parts.map(({ part, says, fits: isFine }) => (
        <span key={part} className={cx('figure', isFine ? 'text-ink-2' : 'font-medium text-fault')}>
          {says}
        </span>
      ))}
    </p>
  );
}
