import { AuthProvider, type AuthProviderProps } from '#src/web/auth/auth-provider.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';

/** What every auth page's island stands in: the session, and the toast. */
export function AuthRoot({ onEntered, children }: AuthProviderProps) {
  return (
    <AuthProvider onEntered={onEntered}>
      {children}
      <Toaster />
    </AuthProvider>
  );
}
