import { useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import type { CodeKind } from './code-kinds.ts';
import { useAuth } from './use-auth.ts';

const WORDS = {
  app: {
    title: 'Enter your code',
    text: 'Your account has a second step. Open your authenticator app and type the six digits it shows.',
    lost: 'Lost the device with your app?',
    other: 'Use a recovery code',
  },
  recovery: {
    title: 'Enter a saved code',
    text: 'Type one of the recovery codes you saved when you turned two-factor authentication on. Each works once.',
    lost: 'Have your app at hand?',
    other: 'Use a code of the app',
  },
} as const satisfies Record<CodeKind, object>;

/** The second step of signing in: a code of the authenticator app or a saved one, or back to be someone else. */
export function SecondStep({ onEntered }: { onEntered?: () => void }) {
  const { enterCode, abandonCode } = useAuth();
  const [kind, setKind] = useState<CodeKind>('app');
  const { title, text, lost, other } = WORDS[kind];
  return (
    <>
      <header className="mb-8" aria-live="polite">
        <h1 className="headline text-h1">{title}</h1>
        <p className="mt-3 text-base text-ink-2">{text}</p>
      </header>
      <CodeForm
        key={kind}
        kind={kind}
        submitLabel="Verify"
        onCode={async (code) => {
          await enterCode(code, kind);
          onEntered?.();
        }}
        aside={
          <Button variant="quiet" onClick={() => void abandonCode()}>
            Use another account
          </Button>
        }
      />
      <p className="mt-8 flex flex-wrap items-center gap-x-2 border-t border-line pt-4 text-sm text-ink-2">
        {lost}
        <button
          type="button"
          className="link py-2"
          onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        >
          {other}
        </button>
      </p>
    </>
  );
}
