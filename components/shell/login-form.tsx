"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ApiError } from "#components/api/api-error.ts";
import { openSession } from "#components/api/chat-requests.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

export function LoginForm() {
  const t = useTranslations("login");
  const app = useTranslations("app");
  const router = useRouter();
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const login = useMutation({
    mutationFn: openSession,
    onSuccess: () => {
      client.clear();
      router.replace("/");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate(password);
  };
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xs flex-col justify-center gap-6 px-4 pb-24">
      <div>
        <h1 className="font-semibold text-xl tracking-tight">{app("name")}</h1>
        <p className="text-muted-foreground text-sm">{t("lead")}</p>
      </div>
      <form onSubmit={submit} className="space-y-3">
        <label htmlFor="password" className="mb-1.5 block text-sm">
          {t("password")}
        </label>
        <TextField
          id="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-invalid={login.isError}
        />
        {login.error && (
          <p role="alert" className="text-failure text-sm">
            {sentence(login.error)}
          </p>
        )}
        <Button type="submit" look="primary" className="w-full" disabled={login.isPending}>
          {t("submit")}
        </Button>
      </form>
    </main>
  );

  function sentence(error: Error): string {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 401) return t("wrong");
    return status === 429 ? t("tooMany") : error.message;
  }
}
