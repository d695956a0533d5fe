import { Navigate } from 'react-router';

/** The console opens at the conversations: customers may be waiting. */
export function FirstPage() {
  return <Navigate to="/conversations" replace />;
}
