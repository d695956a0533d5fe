import { Navigate } from 'react-router';

/** The console opens where somebody may be waiting. */
export function FirstPage() {
  return <Navigate to="/conversations" replace />;
}
