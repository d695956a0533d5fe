import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { meQuery } from '../me.ts';
import { Composer } from '#src/web/lib/chat/composer.tsx';
import { HoursLine } from './hours-line.tsx';
import { SupportLine } from './support-line.tsx';
import { MessageList } from '#src/web/lib/chat/message-list.tsx';
import { type Unsent, unsentOf } from '#src/web/lib/chat/unsent.ts';
import { useThread } from './use-thread.ts';

const WIDE = '(min-width: 640px)';

/**
 * The conversation with the team. On wide screens it stands in the corner and leaves the page to work on; on phones it
 * is a sheet over it. Escape closes it, and the focus goes back to where it was.
 */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: me, error, refetch } = useQuery(meQuery);
  // Before the field asks for the focus: in a dialog that is not open nothing can have it.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const box = dialog.current;
    if (matchMedia(WIDE).matches) box?.show();
    else box?.showModal();
    return () => {
      box?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    // Escape closes a modal dialog by itself; here it does where the dialog is none.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby="chat-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="fixed inset-0 z-40 m-0 h-dvh max-h-none w-full max-w-none flex-col bg-paper text-ink backdrop:bg-scrim open:flex sm:inset-auto sm:right-6 sm:bottom-6 sm:h-[min(640px,calc(100dvh-104px))] sm:w-100 sm:rounded-sm sm:border sm:border-rule"
    >
      <div className="border-b border-rule py-3 pr-3 pl-5">
        <div className="flex items-center justify-between gap-4">
          <h2 id="chat-title" className="headline text-h4">
            Live Chat
          </h2>
          <Button variant="quiet" size="icon" aria-label="Close Live Chat" onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
        <HoursLine />
        <SupportLine isQuiet />
      </div>
      {me ? (
        <Conversation unsent={unsentOf(`${me.workspace.id}.${me.user.id}`)} />
      ) : error ? (
        <div className="px-5">
          <ErrorState
            title="Live Chat couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <output className="p-5 text-sm text-ink-2">Loading...</output>
      )}
    </dialog>
  );
}

function Conversation({ unsent }: { unsent: Unsent }) {
  const { lines, draft, thread, type, send, retry, takeBack } = useThread(unsent);
  return (
    <>
      <MessageList
        lines={lines}
        thread={thread}
        nameOf={(line) => (line.author === 'person' ? 'You' : `${line.name}, ${siteConfig.name}`)}
        mine="person"
        beginning={<Beginning />}
        onRetry={retry}
        onTakeBack={takeBack}
      />
      <Composer placeholder="Write to us" draft={draft} onType={type} onSend={send} />
    </>
  );
}

function Beginning() {
  return (
    <div className="grid h-full content-end gap-2 pb-2">
      <p className="headline text-h4">What can we do for you?</p>
      <p className="text-sm text-ink-2">
        Write it below. It reaches the {siteConfig.name} team at once, and the answer appears here. You can
        close this panel: the bell shows when we answer.
      </p>
    </div>
  );
}
