"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ThemeProvider } from "next-themes";
import { Tooltip } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { createQueryClient } from "#components/api/create-query-client.ts";

export function Providers({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(() => createQueryClient(() => router.replace("/login")));
  return (
    <ThemeProvider attribute="class" disableTransitionOnChange>
      <QueryClientProvider client={client}>
        <Tooltip.Provider delayDuration={400}>{children}</Tooltip.Provider>
        <Toaster
          position="bottom-center"
          toastOptions={{
            classNames: {
              toast: "!rounded-lg !border-border !bg-card !text-card-foreground !font-sans",
              actionButton: "!bg-primary !text-primary-foreground",
            },
          }}
        />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
