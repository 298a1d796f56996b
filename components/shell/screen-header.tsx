"use client";

import { PanelLeftOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useShell } from "./shell-context.ts";

/** The line above every screen; with the button for the list of chats where that is closed. */
export function ScreenHeader({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  const t = useTranslations("nav");
  const { sidebarOpen, toggleSidebar } = useShell();
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b px-3">
      {!sidebarOpen && (
        <IconButton label={t("openSidebar")} onClick={toggleSidebar}>
          <PanelLeftOpen />
        </IconButton>
      )}
      <div className="flex min-w-0 flex-1 items-center gap-2 px-1">{children}</div>
      {actions && <div className="flex items-center gap-0.5">{actions}</div>}
    </header>
  );
}
