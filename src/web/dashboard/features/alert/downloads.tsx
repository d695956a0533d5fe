import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { caseFile, exported } from '#src/web/dashboard/lib/alert/queries.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { saveFile } from './save-file.ts';

type Work = 'html' | 'json' | 'copy' | 'case';

/** The alert's content for a website or a CMS: nothing in it is about a recipient or about who worked on it. */
export function Downloads({ alert }: { alert: AlertDetail }) {
  const [busy, setBusy] = useState<Work | null>(null);
  const mayCase = useMay('ledger:read') === true;
  const name = `${alert.symbol}-${alert.eventTime.slice(0, 10)}-${alert.id.slice(-6)}`;
  async function run(work: Work): Promise<void> {
    setBusy(work);
    try {
      if (work === 'case') {
        saveFile(`case-${name}.zip`, await caseFile(alert.id));
        return;
      }
      const content = await exported(alert.id, work === 'json' ? 'json' : 'html');
      if (work === 'copy')
        await copyText(await content.text(), { copied: 'HTML copied', failed: 'HTML not copied' });
      else saveFile(`${name}.${work}`, content);
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error);
      toast({ title: 'The export failed', description, variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads" className="headline text-h4">
        Export
      </h2>
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
        For your website or CMS: the content and the chart, without a recipient’s footer or tracking.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" busy={busy === 'copy'} onClick={() => void run('copy')}>
          {busy === 'copy' ? null : <Copy size={14} aria-hidden="true" />}
          Copy HTML
        </Button>
        <Button size="sm" busy={busy === 'html'} aria-label="Download HTML" onClick={() => void run('html')}>
          {busy === 'html' ? null : <Download size={14} aria-hidden="true" />}
          HTML
        </Button>
        <Button size="sm" busy={busy === 'json'} aria-label="Download JSON" onClick={() => void run('json')}>
          {busy === 'json' ? null : <Download size={14} aria-hidden="true" />}
          JSON
        </Button>
      </div>
      {mayCase ? (
        <>
          <p className="mt-4 text-sm text-ink-2">
            For an examiner: what was said, who approved it and who got it, by name, with proofs from the
            ledger.
          </p>
          <Button className="mt-3" size="sm" busy={busy === 'case'} onClick={() => void run('case')}>
            {busy === 'case' ? null : <Download size={14} aria-hidden="true" />}
            Case file
          </Button>
        </>
      ) : null}
    </section>
  );
}
