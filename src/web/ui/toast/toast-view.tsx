import { CircleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { cx } from '../cx.ts';
import { dismissToast, type ToastItem } from './store.ts';

/**
 * Draws the current toast: 5000 ms, longer while the pointer or the focus is on it; swiped right by 50 px,
 * closed by its button or Escape; F8 moves the focus to it.
 */
export default function ToastView({ item }: { item: ToastItem | null }) {
  return (
    // Remounted with the first toast: one closed by its button leaves the library paused, and the next would stay.
    <Toast.Provider key={item ? 'shown' : 'idle'} duration={5000} swipeDirection="right" swipeThreshold={50}>
      {item ? (
        <Toast.Root
          key={item.id}
          type={item.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) dismissToast(item.id);
          }}
          className={cx(
            'animate-toast-in pointer-events-auto flex items-start gap-3 rounded-sm p-4 pr-2 data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:opacity-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            item.variant === 'destructive' ? 'bg-fault-ground text-on-fault' : 'bg-reverse text-on-reverse',
          )}
        >
          {item.variant === 'destructive' ? (
            <CircleAlert size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
          ) : null}
          <div className="min-w-0 grow">
            <Toast.Title className="text-base font-semibold">{item.title}</Toast.Title>
            {item.description ? (
              <Toast.Description className="text-sm">{item.description}</Toast.Description>
            ) : null}
          </div>
          <Toast.Close
            aria-label="Close"
            className="grid size-8 shrink-0 place-items-center rounded-sm outline-current pointer-coarse:size-11"
          >
            <X size={16} aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      <Toast.Viewport
        label="Notifications ({hotkey})"
        // At the top on phones, as the form's button and the keyboard are at the bottom. Its margin takes no clicks.
        className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto w-full max-w-105 p-4 outline-none [--toast-from:-8px] sm:inset-x-auto sm:top-auto sm:right-0 sm:bottom-0 sm:p-6 sm:[--toast-from:8px]"
      />
    </Toast.Provider>
  );
}
