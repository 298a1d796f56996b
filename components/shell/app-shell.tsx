"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Sheet } from "#components/ui/sheet.tsx";
import { useMediaQuery } from "#components/ui/use-media-query.ts";
import { useStoredChoice } from "#components/ui/use-stored-choice.ts";
import { ShellContext } from "./shell-context.ts";
import { Sidebar } from "./sidebar.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** The list of chats beside every screen; a drawer where there is no room for both. */
export function AppShell({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const router = useRouter();
  const pathname = usePathname();
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const [stored, store] = useStoredChoice("longhand:sidebar");
  const [drawerOpen, setDrawerOpen] = useState(false);
  const sidebarOpen = isNarrow ? drawerOpen : stored !== "closed";
  const toggle = () => (isNarrow ? setDrawerOpen(!drawerOpen) : store(sidebarOpen ? "closed" : "open"));

  // Whoever went somewhere wants to see it.
  useEffect(() => {
    if (pathname) setDrawerOpen(false);
  }, [pathname]);
  useShortcuts({ onNewChat: () => router.push("/"), onSidebar: toggle });

  return (
    <ShellContext value={{ sidebarOpen, toggleSidebar: toggle }}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-card px-3 py-1.5 text-sm shadow focus:translate-y-0"
      >
        {t("app.skipToContent")}
      </a>
      <div className="flex h-dvh overflow-hidden">
        <nav
          aria-label={t("nav.label")}
          className="hidden w-66 shrink-0 border-r bg-sidebar md:flex md:data-[open=false]:hidden"
          data-open={sidebarOpen}
        >
          <Sidebar onClose={toggle} />
        </nav>
        {isNarrow && (
          <Sheet
            open={drawerOpen}
            onOpenChange={setDrawerOpen}
            title={t("nav.label")}
            side="left"
            className="w-72 max-w-[85vw] bg-sidebar"
          >
            <Sidebar onClose={toggle} />
          </Sheet>
        )}
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </ShellContext>
  );
}
