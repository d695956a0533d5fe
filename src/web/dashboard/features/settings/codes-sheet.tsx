import { useEffect, useRef } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { codesText } from './codes-text.ts';
import type { NewCodes } from './queries.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';

/** Ten new codes, shown this once: to be copied, kept as a file, or printed (the sheet alone is printed). */
export function CodesSheet({ codes, onClose }: { codes: NewCodes; onClose: () => void }) {
  const { user } = useAuth();
  const email = user?.email ?? '';
  const sheet = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: go on reading here.
  useEffect(() => sheet.current?.focus(), []);
  const text = () => codesText(codes, { site: siteConfig.name, email });

  const copy = (): Promise<boolean> =>
    copyText(text(), {
      copied: 'Codes copied',
      failed: 'The codes weren’t copied',
      instead: 'Download them instead.',
    });

  return (
    <div ref={sheet} tabIndex={-1} data-print className="mt-2 outline-none">
      <h1 className="headline mb-2 hidden text-h3 print:block">Recovery codes</h1>
      <p className="max-w-140 text-sm text-ink-2">
        Each signs you in once when your authenticator app is out of reach.{' '}
        <span className="print:hidden">
          They’re shown only once. Keep them where you can reach them without that device.
        </span>
      </p>
      <div className="mt-5 max-w-140 border border-rule bg-raised">
        <p className="flex flex-wrap justify-between gap-x-4 border-b border-line px-5 py-3 text-sm text-ink-2">
          <span className="wrap-anywhere">
            {siteConfig.name}, {email}
          </span>
          <Time at={codes.madeAt} exact />
        </p>
        <ol
          className="grid gap-x-8 px-5 py-4 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5"
          aria-label="Recovery codes"
        >
          {codes.codes.map((code) => (
            <li key={code} className="figure py-1 text-base select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <Button
          variant="primary"
          onClick={() => saveFile(new Blob([text()], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => print()}>Print</Button>
        <Button variant="quiet" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
