import { useEffect, useRef } from 'react';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';
import type { NewKey } from './queries.ts';

/** A new key, shown this once: to be copied to where the program keeps its secrets. */
export function KeyOnce({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const sheet = useRef<HTMLDivElement>(null);
  // The form is gone: go on reading here.
  useEffect(() => sheet.current?.focus(), []);

  return (
    <div ref={sheet} tabIndex={-1} className="mb-8 outline-none">
      <h3 className="text-base font-semibold">Your key for “{made.name}”</h3>
      <p className="mt-2 max-w-140 text-sm text-ink-2">
        It’s shown only once. Copy it to where your program keeps its secrets.
      </p>
      <p className="mt-4 max-w-140 border border-rule bg-raised px-5 py-4">
        <code className="figure text-base break-all select-all">{made.key}</code>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="primary"
          onClick={() => void copyText(made.key, { copied: 'Key copied', failed: 'The key wasn’t copied' })}
        >
          Copy
        </Button>
        <Button variant="quiet" onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
