import { LoginForm } from "#components/shell/login-form.tsx";

export default function LoginPage() {
  return <LoginForm />;
}
