import { X } from 'lucide-react';
import { Button } from '#src/web/ui/button.tsx';
import { FEATURES } from '../features/registry.ts';
import { SHORTCUTS } from '../features/shortcuts.ts';
import { modifier, type ScreenShortcuts } from '../lib/shortcuts.ts';
import { Sheet } from './sheet.tsx';

const parts = (): ScreenShortcuts[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [modifier(), 'K'], does: 'Find a screen, an action or an alert' },
      { keys: ['?'], does: 'This list' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  ...SHORTCUTS,
  {
    title: 'Go to',
    shortcuts: FEATURES.flatMap(({ menu }) =>
      menu?.key ? [{ keys: ['g', menu.key], does: menu.label }] : [],
    ),
  },
];

/** All keyboard shortcuts, as each feature declares them. */
export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Sheet label="Keyboard shortcuts" className="inset-y-0 w-[680px]" onClose={onClose}>
      <div className="max-h-[calc(100dvh-48px)] overflow-y-auto px-6 pt-4 pb-6">
        <header className="flex items-center justify-between gap-4 border-b border-rule pb-3">
          <h2 className="headline text-h4">Keyboard shortcuts</h2>
          <Button variant="quiet" size="icon" aria-label="Close" className="-mr-2" onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </Button>
        </header>
        <div className="mt-5 gap-10 sm:columns-2">
          {parts().map(({ title, shortcuts }) => (
            <section key={title} className="mb-6 break-inside-avoid">
              <h3 className="slug text-ink-3">{title}</h3>
              <dl className="mt-2">
                {shortcuts.map(({ keys, does }) => (
                  <div
                    key={keys.join(' ')}
                    className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-sm"
                  >
                    <dt className="min-w-0 text-ink-2">{does}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {keys.map((key) => (
                        <kbd
                          key={key}
                          className="figure min-w-6 rounded-xs border border-rule bg-paper px-1.5 text-center text-xs leading-5"
                        >
                          {key}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="text-sm text-ink-2">None of them works while you type in a field.</p>
      </div>
    </Sheet>
  );
}
