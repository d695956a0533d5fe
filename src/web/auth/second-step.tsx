import { Button } from '#src/web/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { useAuth } from './use-auth.ts';

/** The second step of signing in: the code of the authenticator app, or back to where one may be someone else. */
export function SecondStep({ onEntered }: { onEntered?: () => void }) {
  const { enterCode, abandonCode } = useAuth();
  return (
    <>
      <header className="mb-8">
        <h1 className="headline text-h1">Enter your code</h1>
        <p className="mt-3 text-base text-ink-2">
          Your account has a second step. Open your authenticator app and type the six digits it shows.
        </p>
      </header>
      <CodeForm
        submitLabel="Verify"
        onCode={async (code) => {
          await enterCode(code);
          onEntered?.();
        }}
        aside={
          <Button variant="quiet" onClick={() => void abandonCode()}>
            Use another account
          </Button>
        }
      />
    </>
  );
}
