import { Download } from 'lucide-react';
import { useState } from 'react';
import { caseFile } from '#src/web/dashboard/lib/alert/queries.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** Everything about one alert, with proofs and people by name. */
export function CaseButton({ alert, name }: { alert: string; name: string }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      saveFile(await caseFile(alert), `case-${alert}.zip`);
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error);
      toast({ title: 'The case file wasn’t created', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={busy}
      aria-label={`Case file of ${name}`}
      onClick={() => void save()}
    >
      {busy ? null : <Download size={14} aria-hidden="true" />}
      Case file
    </Button>
  );
}
