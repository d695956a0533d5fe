import { Clock } from 'lucide-react';
import { authClient } from '#src/web/auth/client.ts';
import { MAIL_SENT } from '#src/web/auth/messages.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { useAct } from './use-act.ts';

/**
 * A change of address that waits for its mails to be answered: `both` addresses are asked, or only the new one, where
 * the old was never confirmed.
 */
export function EmailChange({ from, to, both }: { from: string; to: string; both: boolean }) {
  const { busy, run } = useAct('The emails weren’t sent');
  const resend = () =>
    run(async () => {
      const { error } = await authClient().resend({ type: 'email_change', email: from });
      if (error) throw error;
      toast(MAIL_SENT);
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule bg-raised px-4 py-3 text-sm">
      <Clock size={16} className="shrink-0 text-ink-2" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-64">
        Changing to <span className="font-medium wrap-anywhere">{to}</span>:{' '}
        {both ? 'open the links in the emails to both addresses.' : 'open the link in the email to it.'}
      </p>
      <Button size="sm" busy={busy} onClick={() => void resend()}>
        {busy ? 'Sending...' : 'Send again'}
      </Button>
    </div>
  );
}
