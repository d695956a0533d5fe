import { useEffect, useState, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { logWarning } from '#src/web/ui/log.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { closeChat, openChat, useChatOpen } from './open-chat.ts';

/** Holds the chat panel, which loads when it is first opened. `?chat` in an address opens it. */
export function ChatHost() {
  const open = useChatOpen();
  const [panel, setPanel] = useState<{ Panel: ComponentType<{ onClose: () => void }> } | null>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const words = new URLSearchParams(search);
    if (!words.has('chat')) return;
    words.delete('chat');
    if (readOnlyReason() === null) openChat();
    void navigate({ pathname, search: words.toString() }, { replace: true });
  }, [pathname, search, navigate]);

  useEffect(() => {
    if (!open || panel) return;
    import('./panel.tsx').then(
      ({ ChatPanel }) => setPanel({ Panel: ChatPanel }),
      (error: unknown) => {
        logWarning(error);
        closeChat();
        toast({
          title: 'Live Chat couldn’t be opened',
          description: 'Check your connection and try again.',
          variant: 'destructive',
        });
      },
    );
  }, [open, panel]);

  return open && panel ? <panel.Panel onClose={closeChat} /> : null;
}
