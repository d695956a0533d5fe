import { useEffect, useRef } from 'react';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';
import { curlOf, MESSAGE } from './example.ts';

const copy = (text: string, what: string): Promise<boolean> =>
  copyText(text, { copied: `${what} copied`, failed: `${what} wasn’t copied` });

/** The address of a webhook, shown this once, and how it is used. */
export function AddressOnce({
  name,
  address,
  onClose,
}: {
  name: string;
  address: string;
  onClose: () => void;
}) {
  const sheet = useRef<HTMLDivElement>(null);
  // The form is gone: go on reading here.
  useEffect(() => sheet.current?.focus(), []);
  const command = curlOf(address);
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-label={`Address of ${name}`}
      className="mb-8 grid max-w-180 gap-5 border-l-2 border-rule pl-5 outline-none"
    >
      <div>
        <h2 className="text-base font-semibold break-words">The address of “{name}”</h2>
        <p className="mt-2 text-sm text-ink-2">
          It is shown only once, and anyone who has it can create alerts. Paste it into TradingView as the
          webhook URL of an alert, or call it from a program.
        </p>
        <p className="mt-3 border border-rule bg-raised px-4 py-3">
          <code className="figure text-sm break-all select-all">{address}</code>
        </p>
      </div>
      <div>
        <h3 className="text-sm font-medium">The message of the alert in TradingView</h3>
        <p className="mt-1 text-sm text-ink-2">
          It fills in the placeholders. Plain text works too. Give each call its own <code>event_id</code>, so
          that a repeated call creates one alert only.
        </p>
        <pre className="figure mt-2 border border-line bg-raised p-3 text-xs break-all whitespace-pre-wrap">
          {MESSAGE}
        </pre>
      </div>
      <div>
        <h3 className="text-sm font-medium">Try it from a terminal</h3>
        <pre className="figure mt-2 border border-line bg-raised p-3 text-xs break-all whitespace-pre-wrap">
          {command}
        </pre>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void copy(address, 'The address')}>
          Copy the address
        </Button>
        <Button onClick={() => void copy(command, 'The command')}>Copy the command</Button>
        <Button variant="quiet" onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </section>
  );
}
