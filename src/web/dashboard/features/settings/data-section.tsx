import { useState } from 'react';
import { accountDeleted } from '#src/web/auth/actions.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { deleteAccount, exportData } from './queries.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Section } from './section.tsx';

/** Taking one's data along, and leaving. */
export function DataSection() {
  const [open, setOpen] = useState<'export' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Section
        title="Your data"
        text="Everything we keep about your account, and the rules and alerts of workspaces you own, as one file."
      >
        {open === 'export' ? (
          <ConfirmPassword
            submitLabel="Download"
            onCancel={close}
            onConfirm={async (password) => {
              saveFile(await exportData(password), 'account.json');
              toast({ title: 'Your data is downloaded' });
              close();
            }}
          />
        ) : (
          <Button onClick={() => setOpen('export')}>Download my data</Button>
        )}
      </Section>
      <Section
        title="Delete account"
        text="Deletes your account, and every workspace where you’re the only member, with all alerts. You can’t undo this."
      >
        {open === 'delete' ? (
          <ConfirmPassword
            danger
            submitLabel="Delete my account for good"
            onCancel={close}
            onConfirm={async (password) => {
              await deleteAccount(password);
              await accountDeleted();
            }}
          />
        ) : (
          <Button onClick={() => setOpen('delete')}>Delete account</Button>
        )}
      </Section>
    </>
  );
}
