import { useState } from 'react';
import type { ComposePreview } from '#src/shared/composed.ts';
import { MailFrame } from '#src/web/dashboard/lib/mail-frame.tsx';
import { Select } from '#src/web/ui/select.tsx';

type Channel = ComposePreview['channels'][number];

/** The alert as each channel sends it, with what is left of its room. */
export function Preview({ channels }: { channels: readonly Channel[] }) {
  const [kind, setKind] = useState('');
  const channel = channels.find((each) => each.kind === kind) ?? channels[0];
  if (!channel)
    return <p className="mt-3 text-sm text-ink-2">The preview appears with your headline and summary.</p>;
  return (
    <>
      <div className="mt-3">
        <Select
          label="Channel"
          options={channels.map(({ kind: value, title, preflight }) => ({
            value,
            label: preflight.fits ? title : `${title}: doesn’t fit`,
          }))}
          value={channel.kind}
          onChange={({ target }) => setKind(target.value)}
        />
      </div>
      <Message channel={channel} />
    </>
  );
}

function Message({ channel: { title, subject, text, html, preflight } }: { channel: Channel }) {
  return (
    <div className="mt-4">
      {subject === null ? null : <p className="mb-2 text-sm text-ink-2 wrap-anywhere">Subject: {subject}</p>}
      {html === null ? (
        <pre className="figure border border-line p-4 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
      ) : (
        <MailFrame title={`Preview of ${title}`} html={html} />
      )}
      <ul className="mt-2 text-sm">
        {preflight.parts.map(({ part, says, fits }) => (
          <li key={part} className={fits ? 'text-ink-2' : 'font-medium text-fault'}>
            {says}
          </li>
        ))}
      </ul>
    </div>
  );
}
