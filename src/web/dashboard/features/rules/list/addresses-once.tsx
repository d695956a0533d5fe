import { useEffect, useRef } from 'react';
import type { RulesImported } from '#src/shared/rules/stored.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';

/** The new addresses of webhooks that came in with a file, shown this once. */
export function AddressesOnce({
  addresses,
  onClose,
}: {
  addresses: RulesImported['addresses'];
  onClose: () => void;
}) {
  const sheet = useRef<HTMLElement>(null);
  // The button that was pressed is above: reading goes on here.
  useEffect(() => sheet.current?.focus(), []);
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-labelledby="addresses"
      className="mb-6 grid max-w-180 gap-4 border-l-2 border-rule pl-5 outline-none"
    >
      <div>
        <h2 id="addresses" className="text-base font-semibold">
          {addresses.length === 1 ? 'The address of a webhook' : 'The addresses of the webhooks'}
        </h2>
        <p className="mt-1 text-sm text-ink-2">
          Each webhook in the file has a new address. It is shown only once, and anyone who has it can create
          alerts.
        </p>
      </div>
      <dl className="grid gap-3">
        {addresses.map(({ id, name, address }) => (
          <div key={id}>
            <dt className="text-sm font-medium break-words">{name}</dt>
            <dd className="mt-1 flex items-center gap-3 border border-rule bg-raised px-3 py-2">
              <code className="figure min-w-0 grow text-sm break-all select-all">{address}</code>
              <Button
                size="sm"
                aria-label={`Copy the address of ${name}`}
                onClick={() =>
                  void copyText(address, {
                    copied: 'The address copied',
                    failed: 'The address wasn’t copied',
                  })
                }
              >
                Copy
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <Button onClick={onClose}>I have saved {addresses.length === 1 ? 'it' : 'them'}</Button>
      </div>
    </section>
  );
}
